export { importMarket, resetMarket } from './change-market.ts';
export { loadMarkets, readShippedDocuments } from './load-markets.ts';
export { openMarketCatalogue } from './market-catalogue.ts';
export { addMarketRoutes } from './markets-http.ts';
