export interface Fault {
  start: number
  end: number
  /** The replacement. */
  text: string
  line: number
  /** The code before and after, for the report. */
  before: string
  after: string
}
