// The texts of the page, in the language of this phone. They come with the page; ids are those of the catalogue.

let texts = {};
let rules = new Intl.PluralRules("en");

export function speak(language, given) {
  texts = given;
  rules = new Intl.PluralRules(language);
}

export function t(id, values = {}) {
  const text = texts[id];
  if (text === undefined) {
    console.warn(`no text for ${id}`);
    return id;
  }
  return text.replace(/\{(\w+)\}/g, (all, name) => (name in values ? values[name] : all));
}

// A text that goes by number: `laid-one`, `laid-other`.
export function counted(id, count, values = {}) {
  const exact = `${id}-${rules.select(count)}`;
  return t(exact in texts ? exact : `${id}-other`, { count, ...values });
}
