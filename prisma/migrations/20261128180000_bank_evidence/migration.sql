-- AlterTable
ALTER TABLE "attempt" ADD COLUMN     "eci" TEXT;
