/** 1536 → "1,5 GB"; below 1 GB in whole MB. One GB is 1,024 MB. */
export const showSpace = (mb: number) =>
  mb < 1024 ? `${Math.ceil(mb)} MB` : `${(Math.round((mb * 10) / 1024) / 10).toLocaleString('pt-BR')} GB`
export const BYTES_OF_MB = 1_048_576
