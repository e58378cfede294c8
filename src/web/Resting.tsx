// A screen that rests while another is shown, and is back as it was in one step: its nodes stand outside the document
// meanwhile, where nothing finds them or lays them out, its effects are off, and nothing draws it again.
import { Activity, memo, type ReactNode } from 'react'
import { createPortal } from 'react-dom'

interface Props {
  seen: boolean
  /** The screen. */
  draw: () => ReactNode
}
const Drawn = memo(
  ({ draw }: Props) => draw(),
  (_, now) => !now.seen,
)
const style = { display: 'contents' }
/** Where its nodes are, in the page and out of it. */
const room = document.createElement('div')
room.style.display = 'contents'
/** One and the same for good: nodes that are put in anew, even where they are, lose the focus, and their dialogs. */
const stand = (place: HTMLElement | null) => {
  place?.append(room)
}
export const Resting = (screen: Props) => (
  <>
    {/* Before the portal: what is in the room measures itself as it comes back, and stands in the page by then. */}
    {screen.seen && <div style={style} ref={stand} />}
    {createPortal(
      <Activity mode={screen.seen ? 'visible' : 'hidden'}>
        <Drawn {...screen} />
      </Activity>,
      room,
    )}
  </>
)
