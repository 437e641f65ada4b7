import { useState } from 'react';
import type { PartnerRow } from '../../../../src/console/partners-wire.ts';
import { useCalls, useMay } from '../../../shared/desk/desk.tsx';
import { Panel } from '../../../shared/desk/page.tsx';
import { ReasonDialog } from '../../../shared/desk/reason-dialog.tsx';
import { SearchBox } from '../../../shared/desk/search-box.tsx';
import { Select } from '../../../shared/desk/select.tsx';
import { Time } from '../../../shared/desk/time.tsx';
import { useAct, usePages } from '../../../shared/desk/use-data.ts';
import { Button } from '../../../shared/ui/button.tsx';
import type { DriverRecord } from '../../types.ts';

const refreshOf = ({ driverId }: DriverRecord) => [`/drivers/${driverId}`, '/acts'];

/** Partners whose orders the driver does not get. */
export function KeptFrom({ driver }: { readonly driver: DriverRecord }) {
  const mayDispatch = useMay('dispatch');
  const [isKeeping, setKeeping] = useState(false);
  const [allowed, setAllowed] = useState<string>();
  return (
    <Panel
      title="Kept from"
      about="Partners whose orders this driver is not asked for."
      actions={
        mayDispatch ? (
          <Button kind="plain" onClick={() => setKeeping(true)}>
            Keep from a partner
          </Button>
        ) : undefined
      }
    >
      {driver.keptFrom.length === 0 ? (
        <p className="text-quiet">No partner.</p>
      ) : (
        <ul>
          {driver.keptFrom.map(({ partnerId, name, since }) => (
            <li
              key={partnerId}
              className="flex flex-wrap items-center justify-between gap-x-4 border-line py-1.5 not-last:border-b"
            >
              <span>
                {name} <span className="text-quiet">since</span> <Time at={since} />
              </span>
              {mayDispatch ? (
                <Button kind="quiet" onClick={() => setAllowed(partnerId)}>
                  Allow again
                </Button>
              ) : undefined}
            </li>
          ))}
        </ul>
      )}
      {isKeeping ? <Keep driver={driver} onClose={() => setKeeping(false)} /> : undefined}
      {allowed === undefined ? undefined : (
        <Allow driver={driver} partnerId={allowed} onClose={() => setAllowed(undefined)} />
      )}
    </Panel>
  );
}

function Keep({ driver, onClose }: { readonly driver: DriverRecord; readonly onClose: () => void }) {
  const calls = useCalls();
  const [search, setSearch] = useState('');
  const { rows = [] } = usePages<PartnerRow>('/partners', { search, limit: 20 });
  const [chosen, setChosen] = useState<string>();
  const partnerId = rows.some((row) => row.partnerId === chosen) ? chosen : rows[0]?.partnerId;
  const { act, busy, refusal } = useAct(
    (reason: string) => calls.put(`/drivers/${driver.driverId}/kept-from/${partnerId}`, { reason }),
    { refresh: refreshOf(driver), done: 'It holds from the next search on.', onDone: onClose },
  );
  return (
    <ReasonDialog
      title="Keep from a partner"
      action="Keep from this partner"
      {...{ busy, refusal, onClose }}
      onAct={act}
    >
      <SearchBox label="Search partners" placeholder="Name or number" value={search} onSearch={setSearch} />
      <Select
        label="Partner"
        choices={rows.map((row) => ({ value: row.partnerId, title: row.name }))}
        value={partnerId ?? ''}
        onChoose={setChosen}
      />
    </ReasonDialog>
  );
}

type AllowProps = { readonly driver: DriverRecord; readonly partnerId: string; readonly onClose: () => void };

function Allow({ driver, partnerId, onClose }: AllowProps) {
  const calls = useCalls();
  const { act, busy, refusal } = useAct(
    (reason: string) => calls.del(`/drivers/${driver.driverId}/kept-from/${partnerId}`, { reason }),
    { refresh: refreshOf(driver), done: 'The driver can have this partner’s orders again.', onDone: onClose },
  );
  return (
    <ReasonDialog title="Allow again" action="Allow again" {...{ busy, refusal, onClose }} onAct={act}>
      <p className="text-quiet">The driver is asked for this partner’s orders again, from the next search on.</p>
    </ReasonDialog>
  );
}
