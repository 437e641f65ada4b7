import { Fragment, useState } from 'react';
import { Link } from 'wouter';
import { Button, buttonStyle } from '../../ui/button.tsx';
import type { Desk } from '../calls.ts';
import { Copyable } from '../copy.tsx';
import { useDesk } from '../desk.tsx';
import { Dialog, DialogActions } from '../dialog.tsx';
import { Facts } from '../facts.tsx';
import { Filters } from '../filters.tsx';
import { JsonView } from '../json-view.tsx';
import { Page } from '../page.tsx';
import { actWords, hrefOfSubject } from '../rules/act-words.ts';
import { SearchBox } from '../search-box.tsx';
import { Select } from '../select.tsx';
import { Table } from '../table.tsx';
import { Time } from '../time.tsx';
import type { Act, Colleague } from '../types.ts';
import { useData, usePages } from '../use-data.ts';
import { useFilter } from '../use-filter.ts';

const KINDS = [
  'order',
  'parcel',
  'driver',
  'partner',
  'wallet',
  'rate-card',
  'market',
  'city',
  'key',
  'webhook',
  'event',
  'person',
];

const ABOUT: Readonly<Record<Desk, string>> = {
  portal: 'Everything that somebody changed at this desk',
  console: 'Everything that somebody changed, at a desk or at the command line',
};

/** Whoever has a shell on the machine, as the server names them. */
const COMMAND_LINE = { value: 'command-line', title: 'Command line' };

/** Who did what, when and why. */
export function Acts() {
  const desk = useDesk();
  const [person, setPerson] = useFilter('person');
  const [subjectKind, setSubjectKind] = useFilter('subjectKind');
  const [subjectId, setSubjectId] = useFilter('subjectId');
  const { data: people } = useData<readonly Colleague[]>('/people');
  const { rows, refusal, more } = usePages<Act>('/acts', { person, subjectKind, subjectId });
  const [open, setOpen] = useState<Act>();
  const isFiltered = person !== '' || subjectKind !== '' || subjectId !== '';
  return (
    <Page title="Audit log" about={`${ABOUT[desk]}, newest first. Nothing can be removed from it.`}>
      <Filters>
        <Select
          label="Who"
          choices={[
            { value: '', title: 'Anybody' },
            ...(people ?? []).map(({ id, name }) => ({ value: id, title: name })),
            ...(desk === 'console' ? [COMMAND_LINE] : []),
          ]}
          value={person}
          onChoose={setPerson}
        />
        <Select
          label="What"
          choices={[{ value: '', title: 'Anything' }, ...KINDS.map((kind) => ({ value: kind, title: titleOf(kind) }))]}
          value={subjectKind}
          onChoose={setSubjectKind}
        />
        <SearchBox
          label="Its number"
          placeholder={desk === 'portal' ? 'Number of an order, a key …' : 'Number of an order, a driver …'}
          value={subjectId}
          onSearch={setSubjectId}
        />
      </Filters>
      <Table
        label="Audit log"
        rows={rows}
        refusal={refusal}
        more={more}
        rowKey={({ id }) => id}
        onOpen={setOpen}
        empty={isFiltered ? 'Nothing like this was done.' : 'Nothing was changed yet.'}
        columns={[
          { title: 'When', cell: ({ at }) => <Time at={at} seconds day /> },
          {
            title: 'What',
            cell: (act) => (
              <>
                <span className="font-medium">{act.who.name}</span> {actWords(act.action)}
              </>
            ),
          },
          {
            title: 'Of',
            cell: ({ subject, partnerId, partnerName }) => {
              const isPartners = subject.id === partnerId;
              const name = isPartners ? partnerName : subject.name;
              return (
                <>
                  {titleOf(subject.kind)} {name ?? <span className="font-mono text-fine">{subject.id}</span>}
                  {desk === 'console' && !isPartners && partnerName !== undefined ? ` of ${partnerName}` : ''}
                </>
              );
            },
          },
          { title: 'Reason', wideOnly: true, cell: ({ reason }) => reason ?? <span className="text-quiet">–</span> },
        ]}
      />
      {open === undefined ? undefined : <OpenAct act={open} desk={desk} onClose={() => setOpen(undefined)} />}
    </Page>
  );
}

const words = (kind: string) => kind.replaceAll('-', ' ');

function titleOf(kind: string): string {
  const text = words(kind);
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

type OpenProps = { readonly act: Act; readonly desk: Desk; readonly onClose: () => void };

function OpenAct({ act, desk, onClose }: OpenProps) {
  const href = hrefOfSubject(desk, act.subject);
  return (
    <Dialog title={`${act.who.name} ${actWords(act.action)}`} onClose={onClose}>
      <Facts
        facts={[
          ['When', <Time key="at" at={act.at} seconds day />],
          ['Who', [act.who.name, act.who.email].filter((part) => part !== '').join(', ')],
          ['At', act.who.desk === desk || act.who.id === COMMAND_LINE.value ? undefined : titleOf(act.who.desk)],
          [
            titleOf(act.subject.kind),
            <Fragment key="subject">
              {act.subject.name} <Copyable text={act.subject.id} label="the number" />
            </Fragment>,
          ],
          ['Partner', desk === 'console' ? act.partnerName : undefined],
          ['Reason', act.reason],
          ['Recorded as', <code key="action">{act.action}</code>],
        ]}
      />
      {act.details === undefined ? undefined : (
        <div className="mt-4">
          <JsonView label="Details" value={act.details} />
        </div>
      )}
      <DialogActions>
        {href === undefined ? undefined : (
          <Link href={href} className={buttonStyle('plain')}>
            Look at the {words(act.subject.kind)}
          </Link>
        )}
        <Button onClick={onClose}>Done</Button>
      </DialogActions>
    </Dialog>
  );
}
