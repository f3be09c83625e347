-- AlterTable
ALTER TABLE "partner" ADD COLUMN "surcharge_warning" BOOLEAN NOT NULL DEFAULT true;
