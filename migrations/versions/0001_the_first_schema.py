"""The first schema."""

import sqlalchemy as sa
import sqlmodel
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "player",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("token_hash", sqlmodel.sql.sqltypes.AutoString(length=64), nullable=False),
        sa.Column("created_ms", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("token_hash"),
    )
    op.create_table(
        "game",
        sa.Column("id", sqlmodel.sql.sqltypes.AutoString(length=32), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("variant", sqlmodel.sql.sqltypes.AutoString(length=40), nullable=False),
        sa.Column("seed", sa.BigInteger(), nullable=False),
        sa.Column("attempt", sa.Integer(), nullable=False),
        sa.Column("collect", sqlmodel.sql.sqltypes.AutoString(length=12), nullable=False),
        sa.Column("created_ms", sa.BigInteger(), nullable=False),
        sa.CheckConstraint("collect IN ('automatic', 'by hand')", name="game_collect"),
        sa.CheckConstraint("variant <> ''", name="game_variant"),
        sa.CheckConstraint("attempt >= 1", name="game_attempt_number"),
        sa.CheckConstraint("seed BETWEEN 1 AND 999999999999", name="game_seed"),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("player_id", "variant", "seed", "attempt", name="game_attempt"),
    )
    op.create_table(
        "setting",
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("name", sqlmodel.sql.sqltypes.AutoString(length=40), nullable=False),
        sa.Column("value", sqlmodel.sql.sqltypes.AutoString(length=40), nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("player_id", "name"),
    )
    op.create_table(
        "action",
        sa.Column("game_id", sqlmodel.sql.sqltypes.AutoString(length=32), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("text", sqlmodel.sql.sqltypes.AutoString(length=12), nullable=False),
        sa.Column("at_ms", sa.BigInteger(), nullable=False),
        sa.Column("span_ms", sa.Integer(), nullable=False),
        sa.CheckConstraint("number >= 1", name="action_number"),
        sa.CheckConstraint("span_ms BETWEEN 0 AND 300000", name="action_span"),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game_id", "number"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "pause",
        sa.Column("game_id", sqlmodel.sql.sqltypes.AutoString(length=32), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("counted_ms", sa.Integer(), nullable=False),
        sa.Column("running_since_ms", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game_id", "number"),
    )
    op.create_table(
        "result",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sqlmodel.sql.sqltypes.AutoString(length=32), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("variant", sqlmodel.sql.sqltypes.AutoString(length=40), nullable=False),
        sa.Column("seed", sa.BigInteger(), nullable=False),
        sa.Column("won", sa.Boolean(), nullable=False),
        sa.Column("counts", sa.Boolean(), nullable=False),
        sa.Column("score", sa.Integer(), nullable=False),
        sa.Column("moves", sa.Integer(), nullable=False),
        sa.Column("elapsed_ms", sa.BigInteger(), nullable=False),
        sa.Column("ended_ms", sa.BigInteger(), nullable=False),
        sa.CheckConstraint("score >= 0 AND moves >= 1 AND elapsed_ms >= 0", name="result_values"),
        sa.CheckConstraint("won OR NOT counts", name="result_counts_when_won"),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("game_id"),
    )
    with op.batch_alter_table("result", schema=None) as batch_op:
        batch_op.create_index(
            "result_first_win",
            ["player_id", "variant", "seed"],
            unique=True,
            sqlite_where=sa.text("counts"),
            postgresql_where=sa.text("counts"),
        )
        batch_op.create_index("result_of_player", ["player_id", "variant", "id"], unique=False)
