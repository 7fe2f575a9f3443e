"""All reading and writing of our own files: probe sets and run folders."""

from harness.runs.chains import read_chains, write_chain
from harness.runs.folder import SCHEMA_VERSION, Run, RunWriter, read_run
from harness.runs.probe_files import assign_probes, read_probes, write_probes

__all__ = [
    "SCHEMA_VERSION",
    "Run",
    "RunWriter",
    "assign_probes",
    "read_chains",
    "read_probes",
    "read_run",
    "write_chain",
    "write_probes",
]
