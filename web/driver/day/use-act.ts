import { useRef, useState } from 'react';
import { useWords } from '../words/words.ts';
import type { Action } from './action.ts';
import { act as keepAndSend } from './work.ts';

/** Does something that must not be lost. Answers with what to tell the driver where the phone could not keep it. */
export function useAct() {
  const t = useWords();
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  const doing = useRef<Promise<string | undefined>>(undefined);
  /** Pressed again while it is being kept, it is still one thing done. */
  function act(action: Action): Promise<string | undefined> {
    doing.current ??= keep(action).finally(() => {
      doing.current = undefined;
    });
    return doing.current;
  }
  async function keep(action: Action): Promise<string | undefined> {
    setBusy(true);
    try {
      const { kept } = await keepAndSend(action);
      const trouble = kept ? undefined : t('common.storageFull');
      setFault(trouble);
      return trouble;
    } finally {
      setBusy(false);
    }
  }
  return { act, busy, fault };
}
