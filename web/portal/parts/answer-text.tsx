/** What a receiver said, as it said it. */
export function AnswerText({ text }: { readonly text: string }) {
  if (text === '') return <span className="text-quiet">Empty</span>;
  return <pre className="max-w-full font-mono text-fine whitespace-pre-wrap wrap-anywhere">{text}</pre>;
}
