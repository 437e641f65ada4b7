export { changeMarket, importMarket, resetMarket } from './change-market.ts';
export { type LoadedMarket, loadMarkets, readShippedDocuments, type ShippedDocuments } from './load-markets.ts';
export { type MarketCatalogue, openMarketCatalogue } from './market-catalogue.ts';
export { withArea, withRequestTimes } from './rules/change-document.ts';
export type { City, Market, Service } from './rules/market.ts';
export { phoneFault, phoneFormFault } from './rules/phone.ts';
export { type Effects, effectsOf } from './rules/special-request-effects.ts';
export { isOnline } from './rules/special-request-times.ts';
export { checkTileFile } from './tile-file.ts';
