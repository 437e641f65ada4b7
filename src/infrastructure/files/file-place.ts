/** A place for bytes, which knows nothing of keys and types. */
export type FilePlace = {
  write(key: string, bytes: Buffer, contentType: string): Promise<void>;
  read(key: string): Promise<Buffer | undefined>;
  remove(key: string): Promise<void>;
};
