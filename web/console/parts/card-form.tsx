import { type FormEvent, useState } from 'react';
import type { CardWire, RateCardDocument } from '../../../src/console/rates-wire.ts';
import { faultAt } from '../../shared/desk/calls.ts';
import { useCalls } from '../../shared/desk/desk.tsx';
import { isHalfFilled } from '../../shared/desk/moment-field.tsx';
import { Panel, Refused } from '../../shared/desk/page.tsx';
import { TextArea } from '../../shared/desk/text-area.tsx';
import { useAct, useData } from '../../shared/desk/use-data.ts';
import { Button } from '../../shared/ui/button.tsx';
import type { FieldFault } from '../../shared/ui/labelled.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { parsedJson, partsNotShown, withFeesFor, withoutEmpty } from '../rules/card-draft.ts';
import { CardFields } from './card-fields.tsx';

type Props = {
  readonly card: CardWire;
  readonly path: string;
  /** Whose prices it begins with. */
  readonly version: number;
  readonly onClose: () => void;
  readonly onKept: (version: number) => void;
};

/** A change of a card, in a form or as JSON. */
export function CardForm(props: Props) {
  const { card, path, version } = props;
  const isCurrent = version === card.state.holds;
  const { data, refusal } = useData<{ readonly document: RateCardDocument }>(
    isCurrent ? undefined : `${path}/versions/${version}`,
  );
  const document = isCurrent ? card.document : data?.document;
  if (document === undefined) return refusal === undefined ? undefined : <Refused refusal={refusal} />;
  return <Draft {...props} first={withFeesFor(document, card.specialRequests)} />;
}

function Draft({ card, path, version, first, onClose, onKept }: Props & { readonly first: RateCardDocument }) {
  const calls = useCalls();
  const [document, setDocument] = useState(first);
  const [json, setJson] = useState<string>();
  const [jsonFault, setJsonFault] = useState<FieldFault>();
  const { act, busy, refusal } = useAct(
    (draft: unknown) => calls.post<{ readonly version: number }>(`${path}/drafts`, { document: draft }),
    {
      refresh: ['/rates'],
      done: 'The draft is kept. Nobody is charged by it yet.',
      onDone: (kept) => onKept(kept.version),
    },
  );
  const fault = (field: string) => faultAt(refusal, `document/${field}`);
  function parse(text: string, onParsed: (parsed: unknown) => void) {
    const parsed = parsedJson(text);
    setJsonFault(parsed === undefined ? { sentence: 'This is not valid JSON.' } : undefined);
    if (parsed !== undefined) onParsed(parsed);
  }
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isHalfFilled(event.currentTarget)) return;
    if (json === undefined) act(withoutEmpty(document));
    else parse(json, act);
  }
  function turn() {
    if (json === undefined) return setJson(JSON.stringify(withoutEmpty(document), null, 2));
    parse(json, (parsed) => {
      const missing = partsNotShown(parsed);
      if (missing.length > 0)
        return setJsonFault({ sentence: `The form cannot show this: see to ${missing.join(', ')}.` });
      setDocument(parsed as RateCardDocument);
      setJson(undefined);
    });
  }
  const begins = version > 0 ? `version ${version}` : card.isPriced ? 'what was shipped' : 'an empty card';
  return (
    <Panel
      title="Draft a change"
      about={`It begins with ${begins}. Nobody is charged by a draft.`}
      actions={
        <Button kind="plain" size="small" onClick={turn}>
          {json === undefined ? 'Edit as JSON' : 'Edit in the form'}
        </Button>
      }
    >
      <form onSubmit={submit} noValidate className="flex flex-col gap-5">
        {json === undefined ? (
          <CardFields card={card} document={document} onChange={setDocument} fault={fault} />
        ) : (
          <TextArea
            label="The card"
            mono
            rows={24}
            spellCheck={false}
            fault={jsonFault}
            value={json}
            onChange={({ target }) => setJson(target.value)}
          />
        )}
        {refusal === undefined ? undefined : (
          <Notice tone="bad">
            <ul className="list-inside">
              {refusal.faults.map(({ sentence, pointer }) => (
                <li key={`${pointer} ${sentence}`}>
                  {pointer === undefined ? '' : <code>{pointer.replace('/data/document', '') || '/'}</code>} {sentence}
                </li>
              ))}
            </ul>
          </Notice>
        )}
        <div className="flex flex-wrap justify-end gap-2">
          <Button kind="plain" onClick={onClose}>
            Leave it
          </Button>
          <Button type="submit" busy={busy}>
            Keep as a draft
          </Button>
        </div>
      </form>
    </Panel>
  );
}
