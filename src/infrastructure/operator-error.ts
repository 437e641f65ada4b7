/** Something outside the program that its operator can mend. The message is one line that says what to do. */
export class OperatorError extends Error {
  /** What is said to whoever sits at a desk, without the command that helps at a command line. */
  readonly sentence: string;

  constructor(sentence: string, command?: string) {
    super(command === undefined ? sentence : `${sentence} ${command}`);
    this.sentence = sentence;
  }
}

const FILE_FAULTS: Readonly<Record<string, string>> = {
  EACCES: 'this user may not write there; choose another folder with WAYBILL_DATA or change its owner',
  EPERM: 'this user may not write there; choose another folder with WAYBILL_DATA or change its owner',
  EROFS: 'it lies on a read-only file system; choose another folder with WAYBILL_DATA',
  ENOSPC: 'its disk is full; free some space or choose another folder with WAYBILL_DATA',
  EDQUOT: 'its disk quota is used up; free some space or choose another folder with WAYBILL_DATA',
  ENOTDIR: 'a part of that path is a file, not a folder; choose another folder with WAYBILL_DATA',
  EEXIST: 'a file is in its way; choose another folder with WAYBILL_DATA',
};

/** A file fault of the data folder as a sentence for its operator; anything else is passed on as it is. */
export function explainDataFolderFault(error: unknown, folder: string): unknown {
  const advice = FILE_FAULTS[errorCode(error) ?? ''];
  return advice === undefined ? error : new OperatorError(`The data folder ${folder} cannot be used: ${advice}.`);
}

export function errorCode(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | undefined)?.code;
  return typeof code === 'string' ? code : undefined;
}
