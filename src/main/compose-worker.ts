import { accountJobs, leaveAccountJobs } from '../accounts/accounts-jobs.ts';
import { dispatchJobs, leaveDispatchJobs } from '../dispatch/dispatch-jobs.ts';
import { driverJobs, leaveDriverJobs } from '../drivers/drivers-jobs.ts';
import { MINUTE_MS, SECOND_MS } from '../foundation/time.ts';
import type { JobHandlers } from '../infrastructure/jobs/worker.ts';
import { createMessages } from '../infrastructure/messages.ts';
import { type MarketCatalogue, openMarketCatalogue } from '../markets/index.ts';
import { leaveOrderJobs, orderJobs } from '../orders/orders-jobs.ts';
import { leavePartnerJobs, partnerJobs } from '../partners/partners-jobs.ts';
import { leavePlusJobs, plusJobs } from '../plus/plus-jobs.ts';
import { leavePrivacyJobs, privacyJobs } from '../privacy/privacy-jobs.ts';
import { proofJobs } from '../proof/proof-jobs.ts';
import { createQuotationKeeper } from '../quotations/index.ts';
import { leaveQuotationJobs, quotationJobs } from '../quotations/quotations-jobs.ts';
import { noGeocoder } from '../routing/index.ts';
import { leaveSandboxJobs, sandboxJobs } from '../sandbox/sandbox-jobs.ts';
import { createDeliveryReader } from '../tracking/index.ts';
import { leaveTrackingJobs, trackingJobs } from '../tracking/tracking-jobs.ts';
import { leaveWalletJobs, walletJobs } from '../wallet/wallet-jobs.ts';
import { type Sender, startSender } from '../webhooks/index.ts';
import { leaveWebhookJobs, webhookJobs } from '../webhooks/webhooks-jobs.ts';
import { composeOrders, composePlanning, linksWith, openPricing, openRouting } from './compose.ts';
import type { Foundations } from './foundations.ts';
import { webhookHttp } from './webhook-http.ts';

export function composeJobs(foundations: Foundations): JobHandlers {
  const { secretBox, ids, files, settings, clock, database, session, log } = foundations;
  const catalogue = openOnce(() => openMarketCatalogue(database, session, log));
  return {
    ...partnerJobs({ secretBox, requestLogDays: settings.requestLogDays }),
    ...accountJobs({ ...foundations, messages: createMessages(settings, foundations), publicUrl: settings.publicUrl }),
    ...webhookJobs(),
    ...walletJobs(),
    ...quotationJobs(settings.quotationDays),
    ...driverJobs(files),
    ...orderJobs({ ids, linksAt: linksWith(foundations) }),
    ...dispatchJobs({
      ids,
      catalogue,
      offerTimes: {
        aheadMs: settings.offerAheadMinutes * MINUTE_MS,
        lifeMs: settings.offerSeconds * SECOND_MS,
      },
      silentMs: settings.driverSilentSeconds * SECOND_MS,
      requiredDocuments: settings.driverDocuments,
    }),
    ...(settings.environment === 'sandbox'
      ? sandboxJobs({
          startedAt: clock.now(),
          simulation: openOnce(async () => composeSimulation(foundations, await catalogue())),
        })
      : {}),
    ...proofJobs(files),
    ...trackingJobs(openOnce(async () => composeNearMessages(foundations, await catalogue()))),
    ...plusJobs(
      { files, catalogue },
      openOnce(() => composePlanning(foundations)),
      settings.quotationDays,
    ),
    ...privacyJobs({ files, personalDataDays: settings.personalDataDays }),
  };
}

/** Pushes events, beside the worker's jobs. */
export function composeSender(foundations: Foundations): Sender {
  const http = webhookHttp(foundations);
  const { environment, webhookRetrySeconds } = foundations.settings;
  const retryDelaysMs = webhookRetrySeconds.map((seconds) => seconds * SECOND_MS);
  const sender = startSender({ ...foundations, environment, http, retryDelaysMs });
  return {
    async stop() {
      await sender.stop();
      await http.close();
    },
  };
}

function composeNearMessages(foundations: Foundations, catalogue: MarketCatalogue) {
  const { database, clock, settings } = foundations;
  return {
    database,
    messages: createMessages(settings, foundations),
    readDelivery: createDeliveryReader({ database, clock, catalogue, linkDays: settings.trackingLinkDays }),
    linkTo: linksWith(foundations)(clock.now()).share,
  };
}

/** What simulated drivers act through, and demo orders are placed through. */
export async function composeSimulation(foundations: Foundations, catalogue: MarketCatalogue) {
  const pricing = await openPricing(foundations, catalogue, await openRouting(foundations));
  const keepQuotation = createQuotationKeeper(foundations.database);
  return { ...foundations, ...composeOrders(foundations, catalogue, pricing), keepQuotation, geocoder: noGeocoder };
}

/** Opened when a job first needs it, and again where that failed. */
function openOnce<T>(open: () => Promise<T>): () => Promise<T> {
  let opened: Promise<T> | undefined;
  return () => {
    opened ??= open().catch((error) => {
      opened = undefined;
      throw error;
    });
    return opened;
  };
}

/** Left at every start: jobs that come again for good. */
export async function leaveStandingJobs({ settings, database, clock }: Foundations): Promise<void> {
  const now = clock.now();
  await database.inTransaction(async (tx) => {
    await leavePartnerJobs(tx, now);
    await leaveAccountJobs(tx, now);
    await leaveWebhookJobs(tx, now);
    await leaveWalletJobs(tx, now);
    await leaveQuotationJobs(tx, now);
    await leaveDriverJobs(tx, now);
    await leaveOrderJobs(tx, now);
    await leaveDispatchJobs(tx, now);
    await leavePlusJobs(tx, now);
    await leaveTrackingJobs(tx, now);
    await leavePrivacyJobs(tx, now);
    if (settings.environment === 'sandbox') await leaveSandboxJobs(tx, now);
  });
}
