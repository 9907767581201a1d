CREATE TABLE "practice_months" (
	"day" date PRIMARY KEY NOT NULL,
	"seed" integer NOT NULL,
	"filled_at" timestamp with time zone DEFAULT now() NOT NULL
);
