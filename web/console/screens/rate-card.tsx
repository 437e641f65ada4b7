import { useState } from 'react';
import type { CardWire } from '../../../src/console/rates-wire.ts';
import { inWords } from '../../../src/foundation/in-words.ts';
import { Badge } from '../../shared/desk/badge.tsx';
import { faultAt } from '../../shared/desk/calls.ts';
import { useCalls, useMay } from '../../shared/desk/desk.tsx';
import { Facts } from '../../shared/desk/facts.tsx';
import { MomentField } from '../../shared/desk/moment-field.tsx';
import { Page, Panel, Refused } from '../../shared/desk/page.tsx';
import { ReasonDialog } from '../../shared/desk/reason-dialog.tsx';
import { fromLocalTime } from '../../shared/desk/rules/local-time.ts';
import { exactMomentOf } from '../../shared/desk/rules/moment.ts';
import { Table } from '../../shared/desk/table.tsx';
import { Time } from '../../shared/desk/time.tsx';
import { useAct, useData } from '../../shared/desk/use-data.ts';
import { useFilter } from '../../shared/desk/use-filter.ts';
import { useSeen } from '../../shared/desk/use-seen.ts';
import { Button } from '../../shared/ui/button.tsx';
import { CardForm } from '../parts/card-form.tsx';
import { CardPreview } from '../parts/card-preview.tsx';
import { cardWords } from '../rules/card-words.ts';

type Params = { readonly params: Readonly<Record<string, string>> };
type Version = CardWire['versions'][number];
type Doing = { readonly what: 'publish' | 'withdraw' | 'roll-back'; readonly version: number };

/** One service in one city: its versions, what they would change, and a new draft. */
export function RateCard({ params: { city = '', service = '' } }: Params) {
  const path = `/rates/${encodeURIComponent(city)}/${service}`;
  const { data: card, refusal } = useData<CardWire>(path);
  const mayChange = useMay('rates');
  const [tried, setTried] = useFilter('try');
  const [draftOf, setDraftOf] = useState<number>();
  const [doing, setDoing] = useState<Doing>();
  const back = { href: '/rates', title: 'Rate cards' };
  if (card === undefined)
    return (
      <Page title={inWords(service)} back={back}>
        {refusal === undefined ? undefined : <Refused refusal={refusal} />}
      </Page>
    );
  const { state } = card;
  return (
    <Page
      title={`${inWords(card.service)} in ${card.cityName}`}
      back={back}
      actions={
        mayChange && draftOf === undefined ? (
          <Button onClick={() => setDraftOf(state.holds)}>Draft a change</Button>
        ) : undefined
      }
    >
      <Panel title="Now">
        <Facts
          facts={[
            ['Priced by', pricedBy(card)],
            [
              'Since',
              card.heldSince === null ? undefined : <Time key="since" at={card.heldSince} zone={card.timeZone} />,
            ],
            ['Planned', state.ahead.length === 0 ? undefined : state.ahead.map((one) => `version ${one}`).join(', ')],
          ]}
        />
      </Panel>
      {card.isPriced ? <Prices card={card} /> : undefined}
      {draftOf === undefined ? undefined : (
        <CardForm
          key={draftOf}
          card={card}
          path={path}
          version={draftOf}
          onClose={() => setDraftOf(undefined)}
          onKept={(version) => {
            setDraftOf(undefined);
            setTried(String(version));
          }}
        />
      )}
      {tried === '' ? undefined : (
        <CardPreview card={card} path={path} version={Number(tried)} onClose={() => setTried('')} />
      )}
      <Table
        label="Versions"
        rows={card.versions}
        rowKey={({ version }) => String(version)}
        empty="No versions."
        columns={[
          { title: 'Version', cell: ({ version }) => (version === 0 ? 'Shipped' : String(version)) },
          { title: 'State', cell: (version) => <State version={version} card={card} /> },
          {
            title: 'Holds from',
            cell: ({ holdsFrom }) =>
              holdsFrom === null ? <span className="text-quiet">–</span> : <Time at={holdsFrom} zone={card.timeZone} />,
          },
          {
            title: 'Made',
            wideOnly: true,
            cell: ({ createdAt }) =>
              createdAt === null ? <span className="text-quiet">–</span> : <Time at={createdAt} />,
          },
          {
            title: 'What to do',
            cell: (row: Version) => (
              <span className="flex flex-wrap gap-1">
                <Button kind="plain" size="small" onClick={() => setTried(String(row.version))}>
                  Try it
                </Button>
                {mayChange ? (
                  <Actions
                    state={stateOf(row, card)}
                    onDo={(what) => setDoing({ what, version: row.version })}
                    onDraft={() => setDraftOf(row.version)}
                  />
                ) : undefined}
              </span>
            ),
          },
        ]}
      />
      {doing === undefined ? undefined : doing.what === 'publish' ? (
        <Publish card={card} path={path} version={doing.version} onClose={() => setDoing(undefined)} />
      ) : (
        <Decide card={card} path={path} doing={doing} onClose={() => setDoing(undefined)} />
      )}
    </Page>
  );
}

function Prices({ card }: { readonly card: CardWire }) {
  return (
    <Panel title="What it costs">
      <Facts
        facts={cardWords(card).map(([name, sentences]) => [
          name,
          sentences.length === 0 ? undefined : (
            <ul key={name}>
              {sentences.map((sentence, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: two surcharges may be alike, and have nothing but their places
                <li key={index}>{sentence}</li>
              ))}
            </ul>
          ),
        ])}
      />
    </Panel>
  );
}

function pricedBy({ isPriced, state }: CardWire): string {
  if (!isPriced) return 'Nothing yet, so it cannot be ordered';
  return state.holds === 0 ? 'What ships with the product' : `Version ${state.holds}`;
}

type CardState = 'holds' | 'planned' | 'draft' | 'past';

function stateOf({ version, holdsFrom }: Version, { state }: CardWire): CardState {
  if (version === state.holds) return 'holds';
  if (state.ahead.includes(version)) return 'planned';
  return holdsFrom === null && version !== 0 ? 'draft' : 'past';
}

const STATES = {
  holds: { tone: 'good', title: 'Holds now' },
  planned: { tone: 'info', title: 'Planned' },
  draft: { tone: 'note', title: 'Draft' },
  past: { tone: 'plain', title: 'Past' },
} as const;

function State({ version, card }: { readonly version: Version; readonly card: CardWire }) {
  const { tone, title } = STATES[stateOf(version, card)];
  return <Badge tone={tone}>{title}</Badge>;
}

type ActionProps = {
  readonly state: CardState;
  readonly onDo: (what: Doing['what']) => void;
  readonly onDraft: () => void;
};

function Actions({ state, onDo, onDraft }: ActionProps) {
  const what = ({ draft: 'publish', planned: 'withdraw', past: 'roll-back', holds: undefined } as const)[state];
  const title = { publish: 'Publish', withdraw: 'Withdraw', 'roll-back': 'Roll back to it' };
  return (
    <>
      {what === undefined ? undefined : (
        <Button kind="plain" size="small" onClick={() => onDo(what)}>
          {title[what]}
        </Button>
      )}
      <Button kind="quiet" size="small" onClick={onDraft}>
        Draft from it
      </Button>
    </>
  );
}

type DialogProps = { readonly card: CardWire; readonly path: string; readonly onClose: () => void };

function Publish({ card, path, version, onClose }: DialogProps & { readonly version: number }) {
  const calls = useCalls();
  const seen = useSeen(card.state);
  const [at, setAt] = useState('');
  const moment = fromLocalTime(at) ?? undefined;
  const { act, busy, refusal } = useAct(
    (reason: string) =>
      calls.post(`${path}/publish`, {
        version,
        ...(moment === undefined ? {} : { holdsFrom: moment }),
        seen,
        reason,
      }),
    { refresh: ['/rates'], done: `Version ${version} is published.`, onDone: onClose },
  );
  return (
    <ReasonDialog
      title={`Publish version ${version}?`}
      action="Publish"
      busy={busy}
      refusal={refusal}
      fields={['holdsFrom']}
      onAct={act}
      onClose={onClose}
    >
      <p className="text-quiet">
        From then on every new quotation is made with it. Quotations that were given stay as they are.
      </p>
      <MomentField
        label="From when, in your time"
        type="datetime-local"
        hint={
          moment === undefined
            ? 'Leave it empty for now.'
            : `In ${card.cityName}: ${exactMomentOf(moment, card.timeZone)}`
        }
        fault={faultAt(refusal, 'holdsFrom')}
        value={at}
        onChange={({ target }) => setAt(target.value)}
      />
    </ReasonDialog>
  );
}

const WORDS = {
  withdraw: {
    title: (version: number) => `Withdraw version ${version}?`,
    about: 'It is a draft again, and will not hold.',
    action: 'Withdraw it',
    done: 'It is a draft again.',
  },
  'roll-back': {
    title: (version: number) => (version === 0 ? 'Roll back to what was shipped?' : `Roll back to version ${version}?`),
    about: 'What it says holds again from now on, as a new version.',
    action: 'Roll back',
    done: 'The earlier prices hold again.',
  },
} as const;

function Decide({ card, path, doing, onClose }: DialogProps & { readonly doing: Doing }) {
  const calls = useCalls();
  const seen = useSeen(card.state);
  const { version, what } = doing;
  const words = WORDS[what as keyof typeof WORDS];
  const { act, busy, refusal } = useAct((reason: string) => calls.post(`${path}/${what}`, { version, seen, reason }), {
    refresh: ['/rates'],
    done: words.done,
    onDone: onClose,
  });
  return (
    <ReasonDialog
      title={words.title(version)}
      action={words.action}
      busy={busy}
      refusal={refusal}
      onAct={act}
      onClose={onClose}
    >
      <p className="text-quiet">{words.about}</p>
    </ReasonDialog>
  );
}
