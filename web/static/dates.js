// Days and hours as the phone's country writes them, in the language of the page.

// The locale of the page's language in the phone's country. `spoken`: what the phone speaks, the dearest first.
export function localeOf(language, spoken = navigator.languages) {
  const own = spoken.find((tag) => tag.toLowerCase().startsWith(`${language}-`));
  const country = spoken.map((tag) => /-([A-Za-z]{2})\b/.exec(tag)?.[1]).find(Boolean);
  return own ?? (country ? `${language}-${country.toUpperCase()}` : language);
}

export const dayFormat = (language, options = {}) => new Intl.DateTimeFormat(localeOf(language), { dateStyle: "full", ...options });
export const hourFormat = (language, options = {}) => new Intl.DateTimeFormat(localeOf(language), { timeStyle: "short", ...options });
export const momentFormat = (language, options = {}) => new Intl.DateTimeFormat(localeOf(language), { dateStyle: "medium", timeStyle: "short", ...options });
