import { Component, type ReactNode } from 'react'

interface Props {
  /** Drawn instead of the children after one of them threw while rendering or in an effect; nothing when left out. */
  fallback?: ReactNode
  /** A new value tries the children again: the address, for a screen. */
  resetKey?: string
  children: ReactNode
}
interface State {
  failed: boolean
  resetKey: string | undefined
}
/** React offers error boundaries to class components only. React itself writes the error to the console. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { failed: false, resetKey: this.props.resetKey }
  static getDerivedStateFromError = (): Partial<State> => ({ failed: true })
  static getDerivedStateFromProps = ({ resetKey }: Props, state: State): State | null =>
    resetKey === state.resetKey ? null : { failed: false, resetKey }
  override render = () => (this.state.failed ? (this.props.fallback ?? null) : this.props.children)
}
