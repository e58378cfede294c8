import type { ReactNode } from 'react'

/** A form that says itself what is wrong: the browser's own bubbles are off, Enter and the button do the same. */
export function SubmitForm({
  onSubmit,
  className,
  children,
}: {
  onSubmit: () => void
  className?: string
  children: ReactNode
}) {
  return (
    <form
      noValidate
      {...(className && { className })}
      onSubmit={(e) => {
        e.preventDefault()
        onSubmit()
      }}
    >
      {children}
    </form>
  )
}
