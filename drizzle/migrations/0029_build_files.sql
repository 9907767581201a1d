CREATE TABLE "build_files" (
	"path" text PRIMARY KEY NOT NULL,
	"content" "bytea" NOT NULL,
	"built_at" timestamp with time zone NOT NULL
);
