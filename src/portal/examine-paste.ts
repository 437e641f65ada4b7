import { accepted, type Decision } from '../foundation/decision.ts';
import type { Instant } from '../foundation/time.ts';
import type { Examination, ShownCall } from '../partners/index.ts';
import type { PastedRequest } from './rules/pasted-request.ts';
import { readPastedRequest } from './rules/read-pasted-request.ts';
import { type ReadRequest, type Report, reportOn } from './rules/report.ts';

type Examine = (call: ShownCall) => Promise<Examination>;

/** Takes a pasted request apart as the front door would. */
export async function examinePaste(examine: Examine, pasted: string, now: Instant): Promise<Decision<Report>> {
  const read = readPastedRequest(pasted);
  if ('refused' in read) return read;
  const { request, examination } = await bestFit(examine, read.accepted);
  return accepted(reportOn(request, examination, now));
}

type Fit = { readonly request: ReadRequest; readonly examination: Examination };

/** Of the bodies that it may have had the one that was signed; the likeliest where none was. */
async function bestFit(examine: Examine, { bodies, ...request }: PastedRequest): Promise<Fit> {
  const { authorization, market, platform } = request.headers;
  const look = async (body: Buffer): Promise<Fit> => ({
    request: { ...request, body },
    examination: await examine({ ...request, headers: { authorization, market, platform }, body }),
  });
  const [likeliest, ...others] = bodies;
  const first = await look(likeliest);
  let fit = first;
  for (const body of others) {
    if (isSigned(fit.examination)) break;
    fit = await look(body);
  }
  return isSigned(fit.examination) ? fit : first;
}

function isSigned({ signature }: Examination): boolean {
  return signature !== undefined && 'accepted' in signature;
}
