import { useState } from 'react';
import { faultAt, type Refusal } from '../../shared/desk/calls.ts';
import { Labelled } from '../../shared/ui/labelled.tsx';

type Props = {
  readonly label: string;
  readonly hint?: string;
  /** What it is called in the call. */
  readonly field: string;
  readonly accept: string;
  readonly refusal: Refusal | undefined;
  /** In base64; undefined where the choice was taken back. */
  readonly onChosen: (base64: string | undefined) => void;
};

const MOST_MEGABYTES = 10;

export function ChooseFile({ label, hint, field, accept, refusal, onChosen }: Props) {
  const [chosen, setChosen] = useState<File>();
  async function read(file: File | undefined) {
    setChosen(file);
    onChosen(file === undefined || isTooLarge(file) ? undefined : await base64Of(file));
  }
  const fault =
    chosen !== undefined && isTooLarge(chosen)
      ? `The file must not be larger than ${MOST_MEGABYTES} MB.`
      : faultAt(refusal, field);
  return (
    <Labelled label={label} hint={hint} fault={fault} value={chosen}>
      {(described) => (
        <input
          {...described}
          type="file"
          accept={accept}
          onChange={({ target }) => void read(target.files?.[0])}
          className="w-full text-dense file:mr-3 file:min-h-(--control) file:rounded-control file:border file:border-line file:bg-card file:px-3 file:font-semibold file:text-ink"
        />
      )}
    </Labelled>
  );
}

function isTooLarge({ size }: File): boolean {
  return size > MOST_MEGABYTES * 1024 * 1024;
}

function base64Of(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).split(',')[1] ?? '');
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}
