CREATE TABLE "empty_searches" (
	"day" date NOT NULL,
	"query" text NOT NULL,
	"times" integer NOT NULL,
	CONSTRAINT "empty_searches_day_query_pk" PRIMARY KEY("day","query")
);
--> statement-breakpoint
CREATE TABLE "search_days" (
	"day" date PRIMARY KEY NOT NULL,
	"searches" integer NOT NULL,
	"empty" integer NOT NULL
);
