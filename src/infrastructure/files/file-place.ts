/** A place for bytes, which knows nothing of keys and types. */
export type FilePlace = {
  /** As it is called to operators. */
  readonly name: string;
  write(key: string, bytes: Buffer, contentType: string): Promise<void>;
  read(key: string): Promise<Buffer | undefined>;
  remove(key: string): Promise<void>;
  /** Whether this file can be read by whoever knows its address. */
  isOpenToAll(key: string): Promise<boolean>;
  /** Whether what is removed stays as an earlier version. */
  keepsVersions(): Promise<boolean>;
};
