/** As it stands on paper: HK-000012. */
export function creditNoteNumber({ market, number }: { readonly market: string; readonly number: number }): string {
  return `${market}-${String(number).padStart(6, '0')}`;
}
