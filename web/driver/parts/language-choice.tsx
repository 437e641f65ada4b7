import { useId } from 'react';
import { isLanguage, LANGUAGES } from '../words/choose-language.ts';
import { changeLanguage, useLanguage, useWords } from '../words/words.ts';

/** Every language by its own name, so that whoever ended up in a wrong one finds the way out. */
export function LanguageChoice() {
  const t = useWords();
  const language = useLanguage();
  const id = useId();
  return (
    <div className="flex items-center justify-between gap-4">
      <label htmlFor={id} className="font-medium">
        {t('account.language')}
      </label>
      <select
        id={id}
        value={language}
        onChange={({ target }) => {
          if (isLanguage(target.value)) void changeLanguage(target.value);
        }}
        className="min-h-12 min-w-0 rounded-control border border-line bg-card px-3 text-lg"
      >
        {Object.entries(LANGUAGES).map(([tag, name]) => (
          <option key={tag} value={tag} lang={tag}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
}
