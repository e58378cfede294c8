// Front door of notices on the web.
export { AskNotices } from './AskNotices.tsx'
export { useKeptNotices } from './kept.ts'
export { NoticeList } from './NoticeList.tsx'
