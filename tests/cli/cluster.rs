//! The commands of the cluster in a program that was built without it.
#![cfg(not(feature = "cluster"))]

use crate::program::refused;

#[test]
fn everything_of_the_cluster_says_how_to_build_it() {
    let url = "nats://127.0.0.1:4222";
    for arguments in [
        &["worker", url][..],
        &["workers", url],
        &["tune", "--cluster", url],
        &["tournament", "open", "--cluster", url],
        &["published", "--cluster", url],
        &["verify", "open", "--cluster", url],
        &["ablate", "open", "--cluster", url],
    ] {
        refused(arguments, &["built without the cluster", "--features cluster"]);
    }
}
