-- The search has not used trigrams since it reads words from memory (0019): nobody needs to allow the extension.
drop extension if exists pg_trgm;
