// The form that starts a match: game, players, options. Works without a keyboard; names may be typed.

import { may, sender, whyNot } from "./commands.js";
import { h, icon } from "./dom.js";
import { closeSheet, openSheet } from "./sheet.js";
import { counted, t } from "./texts.js";

export const idle = {
  of: (view) => [view.status, view.games],
  draw: (view) => view.status === "idle" ? [
    h("div", { class: "welcome" }, h("h2", {}, t("welcome")), h("p", {}, t("welcome-text"))),
    may("start") ? form(view) : whyNot("start"),
  ] : null,
};

// `game`: the game that is chosen at first; the one that is played if it is left out.
export function openStart(game = null) {
  openSheet((view) => [t("new-match"), form(view, game)]);
}

// What becomes of the match that is played.
const leaves = (view) => (isUnderWay(view)
  ? h("p", { class: "start-leaves" }, t("new-match-leaves", { title: view.match.title, turn: view.turn?.number ?? 1 })) : null);

// How the match was set up, put right while it goes on. Only what was changed is sent.
export function openSetUp() {
  openSheet((view) => [t("set-up"), ...setUp(view)]);
}

function setUp(view) {
  const { match } = view;
  const game = view.games.find((each) => each.game === match.game);
  const colours = (match.colours ?? []).map((colour) => colour ?? ANY);
  const state = { game, players: match.players, options: { ...match.options }, names: view.seats.map(given), begins: match.begins, colours, redraws: [] };
  const before = { names: JSON.stringify(chosenNames(state)), begins: match.begins, options: { ...match.options }, colours: colours.join() };
  const body = () => ({ ...changed(state.options, before.options), ...(state.begins === before.begins ? {} : { begins: state.begins }),
    ...(JSON.stringify(chosenNames(state)) === before.names ? {} : allNames(state)),
    ...(state.colours.join() === before.colours ? {} : { colours: state.colours }) });
  return [
    h("p", { class: "sheet-text" }, t("put-right-text")),
    h("div", { class: "start" },
      h("div", { class: "start-rest" }, options(state), coloursOf(state, colours.length), beginner(state, view), names(state), leaving(view)),
      h("div", { class: "start-foot" }, sender({ class: "wide primary", "data-key": "set-up", done: closeSheet }, "set_up", body, t("put-right")))),
  ];
}

function changed(options, before) {
  const other = Object.entries(options).filter(([name, value]) => before[name] !== value);
  return other.length ? { options: Object.fromEntries(other) } : {};
}

const allNames = ({ names, players }) => ({ names: Array.from({ length: players }, (_, i) => names[i]?.trim() ?? "") });

function beginner(state, view) {
  if (view.seats.length < 2) return null;
  return h("fieldset", { class: "option option-choices" }, h("legend", {}, t("who-began")),
    h("div", { class: "groups" }, view.seats.map((seat) =>
      h("label", { class: "group" }, h("input", {
        type: "radio", class: "visually-hidden", name: "begins", checked: state.begins === seat.seat, "data-begins": seat.seat,
        onchange: () => { state.begins = seat.seat; },
      }), seat.name))));
}

// Who goes home in the middle of a match: one tap, and undo brings them back.
function leaving(view) {
  if (view.seats.length < 2) return null;
  return h("fieldset", { class: "option option-choices" }, h("legend", {}, t("leaves")),
    h("div", { class: "groups" }, view.seats.map((seat) =>
      sender({ class: "group quiet", "data-leave": seat.seat, done: closeSheet }, "claim", { code: "leave", seat: seat.seat }, seat.name))));
}

const allowed = (game) => game.counts ?? Array.from({ length: game.players[1] - game.players[0] + 1 }, (_, i) => game.players[0] + i);

function form(view, chosen = null) {
  if (!view.games.length) return h("p", { class: "sheet-text" }, t("no-games"));
  const before = view.match;
  const first = view.games.find((game) => game.game === (chosen ?? before?.game)) ?? view.games[0];
  const state = { game: first, players: before?.players ?? 2, options: {}, names: view.seats.map(given), begins: 0, colours: [], redraws: [] };
  const rest = h("div", { class: "start-rest" });
  const choose = (game) => {
    state.game = game;
    state.redraws = [];
    state.colours = [];
    state.players = nearest(allowed(game), state.players);
    state.options = Object.fromEntries(game.options.map((option) => [option.name, (game.game === before?.game ? before.options[option.name] : null) ?? option.default]));
    rest.replaceChildren(...[players(state), names(state, view.regulars ?? []), beginnerOf(state), coloursOf(state), options(state)].filter(Boolean));
  };
  choose(first);
  const body = () => ({
    game: state.game.game, players: state.players, options: state.options,
    ...chosenNames(state), ...(state.begins ? { begins: state.begins } : {}),
    ...(state.colours.some((colour) => colour !== ANY) ? { colours: state.colours } : {}),
  });
  return h("div", { class: "start" },
    h("fieldset", { class: "games" }, h("legend", {}, t("game")), view.games.map((game) => gameChoice(game, game === first, choose))),
    rest,
    h("div", { class: "start-foot" }, leaves(view),
      sender({ class: "wide primary", "data-key": "start", done: closeSheet }, "start", body, t("start"))));
}

const isUnderWay = (view) => view.status === "playing" && view.log.some((line) => line.kind === "fact" && !line.undone);

// Who has the first turn; the first player where nobody is chosen.
function beginnerOf(state) {
  const host = h("fieldset", { class: "option option-choices" });
  const draw = () => {
    if (state.begins >= state.players) state.begins = 0;
    host.hidden = state.players < 2;
    host.replaceChildren(h("legend", {}, t("who-begins")), h("div", { class: "groups" }, Array.from({ length: state.players }, (_, i) =>
      h("label", { class: "group" }, h("input", {
        type: "radio", class: "visually-hidden", name: "begins", checked: (state.begins ?? 0) === i, "data-begins": i, onchange: () => { state.begins = i; },
      }), state.names[i]?.trim() || t("player", { seat: i + 1 })))));
  };
  state.redraws.push(draw);
  draw();
  return host;
}

const ANY = "any";
const usualTeams = (players) => (players % 2 ? 3 : 2);

// Which colour each team plays, or each of two players; "any" where the first chip or card names it. `count`: of the teams of a match.
function coloursOf(state, count = 0) {
  if (!state.game.colours?.length) return null;
  const host = h("fieldset", { class: "option option-choices" });
  const draw = () => {
    const teams = count || (state.players < 3 ? 2 : state.options.teams || usualTeams(state.players));
    state.colours = Array.from({ length: teams }, (_, i) => state.colours[i] ?? ANY);
    const choose = (team, colour) => {
      state.colours = state.colours.map((other, i) => (i === team ? colour : other === colour ? ANY : other));
      draw();
      host.querySelector(`[name="colour-${team}"]:checked`).focus();
    };
    host.replaceChildren(h("legend", {}, t("colours")), h("small", {}, t("colours-means")),
      ...state.colours.map((chosen, team) => h("div", { class: "groups colours", role: "radiogroup", "aria-label": members(state, team) },
        h("span", { class: "colours-of" }, members(state, team)),
        [ANY, ...state.game.colours].map((colour) => h("label", { class: "group" }, h("input", {
          type: "radio", class: "visually-hidden", name: `colour-${team}`, value: colour, checked: chosen === colour, onchange: () => choose(team, colour),
        }), colour === ANY ? t("colours-any") : t(COLOUR_NAMES[colour]))))));
  };
  state.redraws.push(draw);
  draw();
  return host;
}

const COLOUR_NAMES = { blue: "team-blue", green: "team-green", red: "team-red", silver: "silver", gold: "gold" };

// Who plays together: seats alternate.
const members = ({ names, players, colours }, team) => Array.from({ length: players }, (_, i) => i).filter((i) => i % colours.length === team)
  .map((i) => names[i]?.trim() || t("player", { seat: i + 1 })).join(", ");

// A name that a person gave, as against the one that a seat has by itself.
const given = ({ seat, name }) => (name === t("player", { seat: seat + 1 }) ? "" : name);

function chosenNames({ names, players }) {
  const chosen = Array.from({ length: players }, (_, i) => names[i]?.trim() ?? "");
  return chosen.some(Boolean) ? { names: chosen.map((name, i) => name || t("player", { seat: i + 1 })) } : {};
}

const nearest = (counts, wanted) => counts.reduce((best, count) => (Math.abs(count - wanted) < Math.abs(best - wanted) ? count : best));

function gameChoice(game, chosen, choose) {
  const counts = allowed(game);
  const range = counts.length === 1 ? counted("players-exactly", counts[0]) : t("players-range", { from: counts[0], to: counts.at(-1) });
  return h("label", { class: "game", "data-game": game.game },
    h("input", { type: "radio", name: "game", value: game.game, checked: chosen, onchange: () => choose(game) }),
    icon(`game-${game.game}`, "game-picture"), h("span", { class: "game-words" }, h("span", { class: "game-title" }, game.title), h("span", { class: "game-players" }, range)), icon("check", "icon game-check"));
}

function players(state) {
  const host = h("div", { class: "stepper", role: "group", "aria-label": t("players") });
  const counts = allowed(state.game);
  const draw = () => {
    const at = counts.indexOf(state.players);
    const step = (by, sign, label) => h("button", {
      type: "button", class: "round", "data-key": label, "aria-label": t(label), disabled: counts[at + by] === undefined,
      onclick: () => { state.players = counts[at + by]; draw(); state.redraws.forEach((redraw) => redraw()); host.querySelector(`[data-key="${label}"]`).focus(); },
    }, icon(sign));
    host.replaceChildren(h("span", { class: "stepper-title" }, t("players")), step(-1, "minus", "fewer"),
      h("output", { "aria-live": "polite" }, state.players), step(1, "plus", "more"));
  };
  draw();
  return host;
}

function options(state) {
  if (!state.game.options.length) return null;
  return h("fieldset", { class: "options" }, h("legend", {}, t("options")), state.game.options.map((option) => option.choices ? choice(option, state) : toggle(option, state)));
}

function toggle(option, state) {
  return h("label", { class: "option" },
    h("span", {}, h("span", { class: "option-title" }, option.title), option.text ? h("small", {}, option.text) : null),
    h("input", {
      type: "checkbox", role: "switch", name: option.name, checked: Boolean(state.options[option.name]),
      onchange: (event) => { state.options[option.name] = event.target.checked; },
    }));
}

function choice(option, state) {
  return h("fieldset", { class: "option option-choices" },
    h("legend", {}, option.title), option.text ? h("small", {}, option.text) : null,
    h("div", { class: "groups" }, option.choices.map(({ value, title }) =>
      h("label", { class: "group" }, h("input", {
        type: "radio", class: "visually-hidden", name: option.name, checked: state.options[option.name] === value,
        onchange: () => { state.options[option.name] = value; state.redraws.forEach((redraw) => redraw()); },
      }), title))));
}

// Names are typed, or tapped where somebody played lately. `regulars`: those, the latest first.
function names(state, regulars = []) {
  const host = h("div", { class: "names-in" });
  const known = h("div", { class: "groups names-known", role: "group", "aria-label": t("names-known") });
  const told = () => state.redraws.forEach((redraw) => redraw !== draw && redraw());
  const drawKnown = () => known.replaceChildren(...regulars.filter((name) => !state.names.slice(0, state.players).includes(name)).map((name) =>
    h("button", { type: "button", class: "group", "data-name": name, onclick: () => sitDown(name) }, name)));
  const sitDown = (name) => {
    const free = Array.from({ length: state.players }, (_, i) => i).find((i) => !state.names[i]?.trim());
    if (free === undefined) return;
    state.names[free] = name;
    draw();
    told();
  };
  const draw = () => {
    host.replaceChildren(...Array.from({ length: state.players }, (_, i) =>
      h("input", {
        type: "text", maxlength: 40, autocomplete: "off", value: state.names[i] ?? "", placeholder: t("player", { seat: i + 1 }),
        "aria-label": t("name-of", { seat: i + 1 }), oninput: (event) => { state.names[i] = event.target.value; drawKnown(); told(); },
      })));
    drawKnown();
  };
  state.redraws.push(draw);
  draw();
  return h("details", { class: "names", open: regulars.length > 0 && !state.names.some(Boolean) }, h("summary", {}, t("names")), known, host);
}
