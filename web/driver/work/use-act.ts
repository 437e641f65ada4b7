import { useState } from 'react';
import { useWords } from '../words/words.ts';
import type { Action } from './action.ts';
import { act as keepAndSend } from './work.ts';

/** Does something that must not be lost. Answers with what to tell the driver where the phone could not keep it. */
export function useAct() {
  const t = useWords();
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  async function act(action: Action): Promise<string | undefined> {
    setBusy(true);
    const { kept } = await keepAndSend(action);
    const trouble = kept ? undefined : t('common.storageFull');
    setFault(trouble);
    setBusy(false);
    return trouble;
  }
  return { act, busy, fault };
}
