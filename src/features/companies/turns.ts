// What the strip says of the company’s general message. Apart from the rules, which the first screen has no use for.

/** Letters that two lines of the strip hold on the smallest phone. */
const TURN = 80
/** The general message as it takes turns: line by line, and of a long one part by part, none of it cut off. */
export const messageTurns = (text: string | undefined): string[] =>
  (text ?? '').split('\n').flatMap((line) => {
    const parts: string[] = []
    for (const word of line.split(/\s+/).filter(Boolean)) {
      const last = parts.at(-1)
      const longer = `${last} ${word}`
      if (last && longer.length <= TURN) parts[parts.length - 1] = longer
      else parts.push(word)
    }
    return parts
  })
