// Words that are made up and used as words are: the same at every run.
const SYLLABLES = 'ca ta va lo ri me su pe do na ce bi ro la mi te go fi ju ze'.split(' ')
/** 2,000 of three syllables. */
export const VOCABULARY = Array.from({ length: 2000 }, (_, n) =>
  [n % 20, Math.floor(n / 20) % 20, Math.floor(n / 400)].map((k) => SYLLABLES[k]).join(''),
)
/** Numbers that look drawn and are not: from 0 to 1, the same for the same seed. */
function seeded(seed: number): () => number {
  let state = seed
  return () => (state = (state * 1103515245 + 12345) % 2147483648) / 2147483648
}
/** Draws so many words; the n-th of the vocabulary comes 1/n as often (Zipf). */
export function wordsFrom(seed: number): (count: number) => string {
  const random = seeded(seed)
  const steps = VOCABULARY.reduce<number[]>((sum, _, n) => [...sum, (sum.at(-1) ?? 0) + 1 / (n + 1)], [])
  const word = () => {
    const at = random() * (steps.at(-1) as number)
    return VOCABULARY[steps.findIndex((s) => s >= at)]
  }
  return (count) => Array.from({ length: count }, word).join(' ')
}
