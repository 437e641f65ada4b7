/** As the API has the lines of a note; a field of the browser divides them by less. */
export function noteToSend(note: string): string {
  return note.replace(/\r?\n/g, '\r\n');
}
