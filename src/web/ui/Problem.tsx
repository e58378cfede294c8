import { Icon } from './Icon.tsx'

/** What stopped an act, beside the button that was pressed; '' says nothing. */
export const Problem = ({ words }: { words: string | undefined }) =>
  words ? (
    <p className="note bad spaced" role="alert">
      <Icon name="warn" size="s" />
      <span>{words}</span>
    </p>
  ) : null
