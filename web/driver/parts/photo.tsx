import { useEffect, useState } from 'react';

type Props = { readonly photo: Blob; readonly alt: string; readonly className: string };

/** A picture that is only on this phone so far. */
export function Photo({ photo, alt, className }: Props) {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(photo);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [photo]);
  return url === undefined ? <div className={className} /> : <img src={url} alt={alt} className={className} />;
}
