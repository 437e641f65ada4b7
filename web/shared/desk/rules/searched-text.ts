/** Without the blanks around it, nor the apostrophe that stands before an id or a phone that was copied from a statement. */
export function searchedText(typed: string): string {
  return typed.trim().replace(/^'\s*(?=[\d+])/, '');
}
