/** A key such as KEEP_UPRIGHT in words; whatever is words already stays. */
export function inWords(text: string): string {
  const words = text.replaceAll(/[_\s]+/g, ' ').trim();
  const isKey = words === words.toUpperCase() && words !== words.toLowerCase();
  return isKey ? words.charAt(0) + words.slice(1).toLowerCase() : words;
}
