-- The stored columns of buyers' files name the quantity as the code does. A heading's key has neither '|' nor ':'.
UPDATE upload_columns SET columns = (columns - 'qnt') || jsonb_build_object('quantity', columns -> 'qnt') WHERE columns ? 'qnt';
--> statement-breakpoint
UPDATE upload_columns SET headings = regexp_replace(headings, '(^|\|)qnt:', '\1quantity:', 'g') WHERE headings ~ '(^|\|)qnt:';
