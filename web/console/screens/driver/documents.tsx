import { useState } from 'react';
import { Badge } from '../../../shared/desk/badge.tsx';
import { faultAt } from '../../../shared/desk/calls.ts';
import { useCalls, useMay } from '../../../shared/desk/desk.tsx';
import { ReasonDialog } from '../../../shared/desk/reason-dialog.tsx';
import { Select } from '../../../shared/desk/select.tsx';
import { Table } from '../../../shared/desk/table.tsx';
import { Time } from '../../../shared/desk/time.tsx';
import { useAct } from '../../../shared/desk/use-data.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Field } from '../../../shared/ui/field.tsx';
import { ChooseFile } from '../../parts/choose-file.tsx';
import { DOCUMENT_KINDS } from '../../parts/document-kinds.ts';
import type { DriverDocument, DriverRecord } from '../../types.ts';

const refreshOf = ({ driverId }: DriverRecord) => [`/drivers/${driverId}`, '/documents', '/acts'];

export function DriverDocuments({ driver }: { readonly driver: DriverRecord }) {
  const mayDispatch = useMay('dispatch');
  const [isAdding, setAdding] = useState(false);
  const [removed, setRemoved] = useState<DriverDocument>();
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-quiet">
          {driver.requiredDocuments.length === 0
            ? 'Nothing is required here: documents are kept for you to look at.'
            : `Required to be asked for orders: ${driver.requiredDocuments.map((kind) => DOCUMENT_KINDS[kind].toLowerCase()).join(', ')}.`}
        </p>
        {mayDispatch ? <Button onClick={() => setAdding(true)}>Add a document</Button> : undefined}
      </div>
      <Table
        label="Documents"
        rows={driver.documents}
        rowKey={({ documentId }) => documentId}
        empty="No documents yet."
        columns={[
          { title: 'Document', cell: ({ kind }) => DOCUMENT_KINDS[kind] },
          { title: 'Number', cell: ({ number }) => number },
          {
            title: 'Valid until',
            cell: ({ validUntil, isValid }) =>
              isValid ? (validUntil ?? 'It does not end') : <Badge tone="bad">Ended {validUntil}</Badge>,
          },
          {
            title: 'File',
            cell: ({ file }) =>
              file === null ? (
                <span className="text-quiet">None</span>
              ) : (
                <a href={file} target="_blank" rel="noreferrer" className="text-accent underline">
                  Open
                </a>
              ),
          },
          { title: 'Added', wideOnly: true, cell: ({ addedAt }) => <Time at={addedAt} /> },
          ...(mayDispatch
            ? [
                {
                  title: 'Remove',
                  cell: (document: DriverDocument) => (
                    <Button kind="quietDanger" onClick={() => setRemoved(document)}>
                      Remove
                    </Button>
                  ),
                },
              ]
            : []),
        ]}
      />
      {isAdding ? <Add driver={driver} onClose={() => setAdding(false)} /> : undefined}
      {removed === undefined ? undefined : (
        <Remove driver={driver} document={removed} onClose={() => setRemoved(undefined)} />
      )}
    </div>
  );
}

function Add({ driver, onClose }: { readonly driver: DriverRecord; readonly onClose: () => void }) {
  const calls = useCalls();
  const [kind, setKind] = useState('LICENCE');
  const [number, setNumber] = useState('');
  const [validUntil, setValidUntil] = useState('');
  const [file, setFile] = useState<string>();
  const { act, busy, refusal } = useAct(
    (reason: string) =>
      calls.post(`/drivers/${driver.driverId}/documents`, {
        kind,
        number,
        validUntil: validUntil === '' ? null : validUntil,
        ...(file === undefined ? {} : { file }),
        reason,
      }),
    { refresh: refreshOf(driver), done: 'The document is kept.', onDone: onClose },
  );
  return (
    <ReasonDialog
      title="Add a document"
      action="Keep it"
      fields={['kind', 'number', 'validUntil', 'file']}
      {...{ busy, refusal, onClose }}
      onAct={act}
    >
      <Select
        label="Document"
        choices={Object.entries(DOCUMENT_KINDS).map(([value, title]) => ({ value, title }))}
        value={kind}
        onChoose={setKind}
      />
      <Field
        label="Number"
        fault={faultAt(refusal, 'number')}
        value={number}
        onChange={({ target }) => setNumber(target.value)}
      />
      <Field
        label="Valid until"
        type="date"
        hint="The last day on which it holds. Empty where it does not end."
        fault={faultAt(refusal, 'validUntil')}
        value={validUntil}
        onChange={({ target }) => setValidUntil(target.value)}
      />
      <ChooseFile
        label="File"
        hint="A picture or a PDF of up to 10 MB."
        field="file"
        accept="image/jpeg,image/png,image/webp,application/pdf"
        refusal={refusal}
        onChosen={setFile}
      />
    </ReasonDialog>
  );
}

function Remove({
  driver,
  document,
  onClose,
}: {
  readonly driver: DriverRecord;
  readonly document: DriverDocument;
  readonly onClose: () => void;
}) {
  const calls = useCalls();
  const { act, busy, refusal } = useAct(
    (reason: string) => calls.del(`/drivers/${driver.driverId}/documents/${document.documentId}`, { reason }),
    { refresh: refreshOf(driver), done: 'The document is removed.', onDone: onClose },
  );
  return (
    <ReasonDialog title="Remove the document" action="Remove" danger {...{ busy, refusal, onClose }} onAct={act}>
      <p className="text-quiet">
        {DOCUMENT_KINDS[document.kind]} {document.number}. Its file is deleted a day later.
      </p>
    </ReasonDialog>
  );
}
