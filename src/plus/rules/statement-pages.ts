/** The lines of each page. The rows that close a statement stay together, with room for them on the last page, which may have no lines. */
export function pagesOf<Line>(
  lines: readonly Line[],
  closingRows: number,
  rowsPerPage: number,
): readonly (readonly Line[])[] {
  const count = Math.ceil(lines.length / rowsPerPage);
  const pages = Array.from({ length: count }, (_, page) => lines.slice(page * rowsPerPage, (page + 1) * rowsPerPage));
  const last = pages.at(-1);
  return last !== undefined && last.length + closingRows <= rowsPerPage ? pages : [...pages, []];
}
