declare module '*.css' {}
/** The address of a file that the build hands out. */
declare module '*.wasm?url' {
  const address: string
  export default address
}
