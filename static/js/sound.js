/**
 * A quiet sound for what the cards do. Nothing is loaded: a card is a breath of noise, a light a
 * few sines. Only fetched when the player wants sounds, and silent before the first press.
 */

const LOUD = 0.16;
const ROW_S = 0.34; // as long as a row takes to be dealt, see motion.js

/** @type {AudioContext | undefined} */
let audio;
/** @type {GainNode} */
let out;
/** @type {AudioBuffer} */
let noise;

/** Browsers allow sound from the first press on. */
function wake() {
  if (audio) return void (audio.state === 'suspended' && audio.resume());
  audio = new AudioContext();
  out = new GainNode(audio, { gain: LOUD });
  out.connect(audio.destination);
  noise = audio.createBuffer(1, audio.sampleRate * 0.08, audio.sampleRate);
  const samples = noise.getChannelData(0);
  samples.forEach((_, at) => (samples[at] = Math.random() * 2 - 1));
}

/** Swell at once, and fade. */
function fading(at, seconds, loud) {
  const gain = new GainNode(audio, { gain: 0 });
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(loud, at + 0.005);
  gain.gain.exponentialRampToValueAtTime(0.001, at + seconds);
  gain.connect(out);
  return gain;
}

/** A card on felt. */
function card(at, loud = 1) {
  const source = new AudioBufferSourceNode(audio, { buffer: noise, playbackRate: 0.8 + Math.random() * 0.3 });
  const felt = new BiquadFilterNode(audio, { type: 'bandpass', frequency: 1900, Q: 0.8 });
  source.connect(felt).connect(fading(at, 0.07, loud));
  source.start(at);
}

function tone(at, frequency, seconds, loud = 0.5) {
  const source = new OscillatorNode(audio, { frequency });
  source.connect(fading(at, seconds, loud));
  source.start(at);
  source.stop(at + seconds);
}

const SOUNDS = {
  placed: (now) => card(now),
  dealt: (now, columns) => {
    for (let at = 0; at < columns; at += 1) card(now + (at / columns) * ROW_S, 0.6);
  },
  home: (now) => [523, 784].forEach((frequency, at) => tone(now + at * 0.09, frequency, 0.5)),
  won: (now) => [392, 523, 659, 784, 1047].forEach((frequency, at) => tone(now + at * 0.13, frequency, 1.1)),
  refused: (now) => tone(now, 147, 0.14, 0.7),
};

function play(name) {
  if (!audio || document.hidden) return;
  SOUNDS[name](audio.currentTime + 0.01, document.querySelectorAll('#tableau > .column').length);
}

// --- what happened ----------------------------------------------------------------------

const byId = (id) => document.getElementById(id);

const look = () => ({
  version: Number(byId('status')?.dataset.version),
  state: byId('status')?.dataset.state,
  rows: Number(byId('stock')?.dataset.rows),
  home: document.querySelectorAll('#foundations .top').length,
});

function heard(was, is) {
  if (is.version === was.version) return null;
  if (is.state === 'won') return 'won';
  if (is.home > was.home) return 'home';
  return is.rows < was.rows ? 'dealt' : 'placed';
}

let seen = look();

document.addEventListener('htmx:after:swap', () => {
  const is = look();
  const name = heard(seen, is);
  seen = is;
  if (name) play(name);
});

const say = byId('say');
if (say) new MutationObserver(() => say.querySelector('.refused') && play('refused')).observe(say, { childList: true });

for (const press of ['pointerdown', 'keydown']) addEventListener(press, wake, { capture: true, passive: true });
