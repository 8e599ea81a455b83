CREATE TABLE "write_probes" (
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
