export { importMarket, resetMarket } from './change-market.ts';
export { loadMarkets, readShippedDocuments } from './load-markets.ts';
export { type MarketCatalogue, openMarketCatalogue } from './market-catalogue.ts';
export { addMarketRoutes } from './markets-http.ts';
