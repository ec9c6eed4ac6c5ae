"""The database's own refusal to change or remove what was recorded.

A trigger stops a slip, a stray script and an injected statement, in every program that opens the database. Who may change the schema can
drop a trigger first; that is what the chain of digests and a head kept elsewhere are for.
"""

from __future__ import annotations

from sqlalchemy import Connection

REFUSAL = "the audit trail only grows"
_GROWS = "NEW.stream = OLD.stream AND NEW.seq = OLD.seq + 1"

_SQLITE = (
    ("audit_entry_no_update", "UPDATE ON audit_entry", ""),
    ("audit_entry_no_delete", "DELETE ON audit_entry", ""),
    ("audit_head_no_delete", "DELETE ON audit_head", ""),
    ("audit_head_grows", "UPDATE ON audit_head", f"WHEN NOT ({_GROWS}) "),
)
_POSTGRES = (
    ("audit_entry_no_update", "UPDATE OR DELETE ON audit_entry FOR EACH ROW", ""),
    ("audit_entry_no_truncate", "TRUNCATE ON audit_entry FOR EACH STATEMENT", ""),
    ("audit_head_no_delete", "DELETE ON audit_head FOR EACH ROW", ""),
    ("audit_head_no_truncate", "TRUNCATE ON audit_head FOR EACH STATEMENT", ""),
    ("audit_head_grows", "UPDATE ON audit_head FOR EACH ROW", f"WHEN (NOT ({_GROWS})) "),
)


def guard(connection: Connection, table: str) -> None:
    """Have the database refuse to change or remove rows of ``audit_entry``, and to set back ``audit_head``."""
    if connection.dialect.name == "sqlite":
        for name, what, when in _SQLITE:
            if what.endswith(table):
                connection.exec_driver_sql(
                    f"CREATE TRIGGER {name} BEFORE {what} {when}BEGIN SELECT RAISE(ABORT, '{REFUSAL}'); END"
                )
        return
    connection.exec_driver_sql(
        "CREATE OR REPLACE FUNCTION audit_refused() RETURNS trigger LANGUAGE plpgsql AS"
        f" $$BEGIN RAISE EXCEPTION '{REFUSAL}' USING ERRCODE = 'restrict_violation'; END$$"
    )
    for name, what, when in _POSTGRES:
        if f" ON {table} " in what:
            connection.exec_driver_sql(f"CREATE TRIGGER {name} BEFORE {what} {when}EXECUTE FUNCTION audit_refused()")
